import { useEffect, useState } from 'react';

/** An object URL of the file, revoked when it is replaced or the component is removed. */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => {
      URL.revokeObjectURL(created);
      setAddress(undefined);
    };
  }, [file]);
  return address;
}
