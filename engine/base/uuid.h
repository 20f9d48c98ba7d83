// Random identifiers in the usual text form, RFC 4122 version 4.
#pragma once

#include <string>

namespace sheaf {

// "8c1f0a52-3c1e-4f0b-9f0e-0d9c6a1b2c3d"; from the operating system's generator. Any thread.
std::string make_uuid();

}  // namespace sheaf
