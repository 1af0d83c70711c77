import { usePortal } from '@portico/module-kit';
import { useEffect } from 'react';
import { changeTicket, type Status } from './tickets';

declare module '@portico/module-kit' {
  interface ModuleEvents {
    'tickets:closed': { readonly id: number };
    'tickets:opened': { readonly id: number; readonly status: Exclude<Status, 'solved'> };
  }
}

/** Returns a function that changes the status of a ticket, and tells other modules and tabs whether it is closed. */
export function useTicketStatus() {
  const portal = usePortal();
  return (id: number, status: Status) => {
    changeTicket(id, { status });
    if (status === 'solved') portal.publish('tickets:closed', { id });
    else portal.publish('tickets:opened', { id, status });
  };
}

/** Follows the tickets that are closed and opened in other tabs. This tab gets its own events, too. */
export function useOtherTabs(): void {
  const portal = usePortal();
  useEffect(() => {
    const own = { from: 'smsa' };
    const ends = [
      portal.subscribe('tickets:closed', ({ id }) => changeTicket(id, { status: 'solved' }), own),
      portal.subscribe('tickets:opened', ({ id, status }) => changeTicket(id, { status }), own),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [portal]);
}
