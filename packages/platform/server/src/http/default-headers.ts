/** Nothing may load or show what is no page. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer. Pages and workers replace the policy by their own. */
export const defaultHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': closedPolicy,
};
