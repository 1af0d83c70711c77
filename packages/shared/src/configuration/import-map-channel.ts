const announcement = 'CHANGED';

let channel: BroadcastChannel | undefined;
let listener: (() => void) | undefined;

/** Hears whenever the live import map is said to have changed, in this tab or another one of this browser. */
export function onImportMapAnnounced(onChange: () => void): void {
  listener = onChange;
  channel ??= new BroadcastChannel('portico:import-map');
  channel.onmessage = ({ data }) => {
    if (data === announcement) onChange();
  };
}

/** Tells all tabs of this browser, this one, too, that the live import map has changed. */
export function announceImportMap(): void {
  channel?.postMessage(announcement);
  listener?.();
}
