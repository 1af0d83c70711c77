import { type ConsoleCaller, consoleCallerSchema, type Permission } from '@portico/contract/administration';
import { createContext, type ReactNode, useContext } from 'react';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { ViewPage } from '../page/view-page';
import { OperatorFailure } from '../request/operator-failure';
import { useRead } from '../request/use-read';
import { useCommonTexts } from '../texts/common-texts';
import { useChangesOfOthers } from './use-changes-of-others';

const CallerContext = createContext<ConsoleCaller | undefined>(undefined);

/** Shows its children to a user with a role. It follows the roles: one that is taken away ends its views. */
export function CallerProvider({ children }: { readonly children: ReactNode }) {
  const t = useCommonTexts();
  const self = useRead('self', consoleCallerSchema);
  const { data, error } = self;
  useChangesOfOthers(data?.channel);
  const hasNoRole = error instanceof OperatorFailure && error.status === 403;
  if (data && !hasNoRole) return <CallerContext value={data}>{children}</CallerContext>;
  return (
    <div className="portico-console portico-console-alone">
      <div>
        {hasNoRole ? (
          <ViewPage title={t('frame.no_role')}>
            <p>{t('frame.no_role_text')}</p>
          </ViewPage>
        ) : error ? (
          <ViewPage title={t('frame.failed')}>
            <LoadFailure source={self} />
          </ViewPage>
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

/** The user of the console, with what they may do. */
export function useCaller(): ConsoleCaller {
  const caller = useContext(CallerContext);
  if (!caller) throw new Error('useCaller works below CallerProvider.');
  return caller;
}

/** Whether the caller has a permission; the server decides at each call. */
export function useMay(permission: Permission): boolean {
  return useCaller().permissions.includes(permission);
}
