import { useEffect, useState } from 'react';

/** An address of the blob in this document, for as long as the component is on screen. */
export function useObjectUrl(blob: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(blob);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return address;
}
