/** The page cannot be made because of what the operator configured or did not build; `message` names the fault. */
export class PageFault extends Error {
  override readonly name = 'PageFault';
}
