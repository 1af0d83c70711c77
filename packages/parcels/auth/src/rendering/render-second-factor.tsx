// First, because the shell reads the page as soon as it is imported.
import '@portico/shared/rendering';

import { collectRules } from '@portico/shared/rendering';
import { uiStyles } from '@portico/ui';
import authStyles from '../auth.css';
import factorStyles from '../factor/factor.css';
import { renderSecondStep } from './render-forms';
import withoutScripts from './without-scripts.css';

// The build runs this program. It prints the second step of a sign-in, as `render-sign-in.tsx` does the first. Its style
// sheet is large, and few pages show it.

const styles = collectRules([...uiStyles, authStyles, factorStyles, withoutScripts]);
console.log(JSON.stringify({ styles, answers: await renderSecondStep() }));
