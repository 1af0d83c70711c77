import { applySettings } from './apply-settings';
import { guardScripts } from './guard-scripts';
import { showBootFaults } from './show-boot-faults';

// Inline in the head of the page, before anything is drawn and before SystemJS: see design, section 4.
applySettings(document.currentScript);
guardScripts();
showBootFaults();
