/** How the portal addresses a user: by the first name, or by the e-mail's local part while the name is not known. */
export function greetingName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim().split(/\s+/)[0] || email.split('@')[0] || email;
}
