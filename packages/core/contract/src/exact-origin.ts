const exactOrigin = /^(?:https?|wss?):\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Whether a text is an origin, without the characters that have a meaning in a content policy: "*", "," and ";". */
export function isExactOrigin(text: string): boolean {
  return exactOrigin.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Whether a content policy reads the origin of an address as one origin. A host may contain "*", "," and ";" (URL standard). */
export function hasExactOrigin(address: string): boolean {
  return URL.canParse(address) && /^\w+:\/\/[^*,;]+$/.test(new URL(address).origin);
}
