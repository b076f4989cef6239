export {
  createSecretBox,
  type KeyFingerprint,
  type ParsedSecretKeys,
  parseSecretKeys,
  type Sealed,
  type SecretBox,
  type SecretKey,
} from "./secret-box.ts";
