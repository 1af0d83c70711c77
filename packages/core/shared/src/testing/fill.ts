import type { UserEvent } from '@testing-library/user-event';

/** Enters text as a password manager does. Use `user.type` only where single keys matter, because each takes 10 ms. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
