/** An e-mail address that breaks after its "@" where it is too long for a line. Other texts stay as they are. */
export function Email({ address }: { readonly address: string }) {
  const domain = address.indexOf('@') + 1;
  return (
    <bdi>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </bdi>
  );
}
