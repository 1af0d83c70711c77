// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { collectRules } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import authStyles from '../auth.css';
import { marks, renderForms } from './render-forms';
import withoutScripts from './without-scripts.css';

// The build runs this program. It prints the sign-in form as HTML, for each language and each refusal, with the slots
// that the page host fills in (packages/platform/server/src/pages/sign-in-form.ts).

const styles = collectRules([...uiStyles, authStyles, withoutScripts]);
console.log(JSON.stringify({ styles, marks, ...(await renderForms()) }));
