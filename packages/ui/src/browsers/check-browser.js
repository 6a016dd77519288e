// Stands in every page, before all other scripts, in words that any browser can read: it is not minified. It names the youngest functions of
// those that missing-functions.ts brings. A script that is written into the page runs before those that follow; old.js decides.
// oxlint-disable typescript/unbound-method, no-useless-escape, no-unused-expressions -- It calls none of them. A whole end tag would end the script.
(self.AbortSignal && AbortSignal.any && URL.canParse) || document.write('<script src=OLD><\/script>');
