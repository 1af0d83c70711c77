import { signInByApi, type User } from '../../portal/user';

interface KeptPhoto {
  readonly mime: string;
  readonly data: Buffer;
}

/** The photo of a user on the server, read in a separate session. */
export class UserPhoto {
  readonly #url: string;
  readonly #email: string;
  readonly #headers: Record<string, string>;

  private constructor(url: string, email: string, token: string) {
    this.#url = `${url}/api/users/images`;
    this.#email = email;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  static async open(portal: { readonly url: string }, user: User): Promise<UserPhoto> {
    const { access_token }: { access_token: string } = await (await signInByApi(portal, user)).json();
    return new UserPhoto(portal.url, user.email, access_token);
  }

  async read(): Promise<KeptPhoto | undefined> {
    const response = await fetch(`${this.#url}?emails=${encodeURIComponent(this.#email)}`, { headers: this.#headers });
    const [entry]: { image: { mime: string; data: string } }[] = await response.json();
    return entry && { mime: entry.image.mime, data: Buffer.from(entry.image.data, 'base64') };
  }
}
