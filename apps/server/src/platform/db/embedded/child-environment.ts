/** The part of our environment a database process needs: no secrets, and no PG* setting that would change it. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'USERPROFILE'];
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
