/** Close codes of websockets (RFC 6455, section 7.4.1). `docs/operating.md` says which ends what. */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  unsupportedData: 1003,
  policyViolation: 1008,
  tooBig: 1009,
} as const;
