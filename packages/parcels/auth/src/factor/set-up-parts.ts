import { adoptStyles } from '@portico/shared';
import { setUpStyles } from '@portico/ui/set-up-factor';

export { AppSetUp, KeepCodes, RecoveryCodes } from '@portico/ui/set-up-factor';

adoptStyles(setUpStyles);
