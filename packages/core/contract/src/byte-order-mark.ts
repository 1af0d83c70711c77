/** Removes the mark with which some editors begin a file. JSON.parse refuses it (RFC 8259, section 8.1). */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
