/** Waits until a check passes, without a document: `waitFor` of Testing Library needs one. */
export async function until(check: () => void): Promise<void> {
  const end = Date.now() + 8_000;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
