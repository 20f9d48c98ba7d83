// A part of a request as a JSON tree again: what its shape knows and nothing else. Pure.
#pragma once

#include "engine/item/json_tree.h"
#include "engine/protocol/request.h"

namespace sheaf::protocol {

// Of shapes without attribute values; those have none here.
JsonNode to_json(const RequestNode& node);

}  // namespace sheaf::protocol
