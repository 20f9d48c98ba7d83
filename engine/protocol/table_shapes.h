// Shapes that the operations on tables share (dynamodb-semantics.md 5.2, 5.3).
#pragma once

#include "engine/base/limits.h"
#include "engine/protocol/shapes.h"

namespace sheaf::protocol {

inline constexpr Shape kKeyAttributeName = text(1, kMaxKeyAttributeNameBytes);
inline constexpr Shape kCapacityUnits = integer(1);
inline constexpr Shape kAnyInteger = of_kind(ShapeKind::kInteger);
inline constexpr Shape kAttributeType = enumeration("[B, N, S]");
inline constexpr Shape kKeyType = enumeration("[HASH, RANGE]");
inline constexpr Shape kProjectionType = enumeration("[ALL, INCLUDE, KEYS_ONLY]");
inline constexpr Shape kBillingMode = enumeration("[PROVISIONED, PAY_PER_REQUEST]");
inline constexpr Shape kTableClass = enumeration("[STANDARD, STANDARD_INFREQUENT_ACCESS]");
inline constexpr Shape kSseType = enumeration("[AES256, KMS]");
inline constexpr Shape kStreamViewType = enumeration("[NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY]");

inline constexpr MemberShape kAttributeDefinitionMembers[] = {
    {"AttributeName", &kKeyAttributeName, Need::kRequired},
    {"AttributeType", &kAttributeType, Need::kRequired},
};
inline constexpr Shape kAttributeDefinition = structure(kAttributeDefinitionMembers);
inline constexpr Shape kAttributeDefinitions = list_of(&kAttributeDefinition);

inline constexpr MemberShape kKeyElementMembers[] = {
    {"AttributeName", &kKeyAttributeName, Need::kRequired},
    {"KeyType", &kKeyType, Need::kRequired},
};
inline constexpr Shape kKeyElement = structure(kKeyElementMembers);
inline constexpr Shape kPairKeySchema = list_of(&kKeyElement, 1, 2);
inline constexpr Shape kGlobalKeySchema = list_of(&kKeyElement, 1);

inline constexpr Shape kNonKeyAttributes = list_of(&kKeyAttributeName, 1, kMaxNonKeyAttributesPerIndex);
inline constexpr MemberShape kProjectionMembers[] = {
    {"ProjectionType", &kProjectionType},
    {"NonKeyAttributes", &kNonKeyAttributes},
};
inline constexpr Shape kProjection = structure(kProjectionMembers);

inline constexpr MemberShape kThroughputMembers[] = {
    {"ReadCapacityUnits", &kCapacityUnits, Need::kRequired},
    {"WriteCapacityUnits", &kCapacityUnits, Need::kRequired},
};
inline constexpr Shape kThroughput = structure(kThroughputMembers);

inline constexpr MemberShape kOnDemandMembers[] = {
    {"MaxReadRequestUnits", &kAnyInteger},
    {"MaxWriteRequestUnits", &kAnyInteger},
};
inline constexpr Shape kOnDemandThroughput = structure(kOnDemandMembers);

inline constexpr MemberShape kWarmMembers[] = {
    {"ReadUnitsPerSecond", &kCapacityUnits},
    {"WriteUnitsPerSecond", &kCapacityUnits},
};
inline constexpr Shape kWarmThroughput = structure(kWarmMembers);

inline constexpr MemberShape kGlobalIndexMembers[] = {
    {"IndexName", &kIndexName, Need::kRequired},
    {"KeySchema", &kGlobalKeySchema, Need::kRequired},
    {"Projection", &kProjection},  // the definition reader has DynamoDB's text for its absence
    {"ProvisionedThroughput", &kThroughput},
    {"OnDemandThroughput", &kOnDemandThroughput},
    {"WarmThroughput", &kWarmThroughput},
};
inline constexpr Shape kGlobalIndex = structure(kGlobalIndexMembers);

inline constexpr MemberShape kStreamMembers[] = {
    {"StreamEnabled", &kBoolean, Need::kRequired},
    {"StreamViewType", &kStreamViewType},
};
inline constexpr Shape kStreamSpecification = structure(kStreamMembers);

inline constexpr MemberShape kSseMembers[] = {
    {"Enabled", &kBoolean},
    {"SSEType", &kSseType},
    {"KMSMasterKeyId", &kText},
};
inline constexpr Shape kSseSpecification = structure(kSseMembers);

inline constexpr Shape kTagKey = text(1, 128);
inline constexpr Shape kTagValue = text(0, 256);
inline constexpr MemberShape kTagMembers[] = {
    {"Key", &kTagKey, Need::kRequired},
    {"Value", &kTagValue, Need::kRequired},
};
inline constexpr Shape kTag = structure(kTagMembers);
inline constexpr Shape kTagList = list_of(&kTag);

// The whole request of operations that only name a table.
inline constexpr MemberShape kNameMembers[] = {{"TableName", &kTableRef, Need::kRequired}};
inline constexpr Shape kNameRequest = structure(kNameMembers);

}  // namespace sheaf::protocol
