import { IMAGE_BYTES_MAX } from '@candor/contract/fields';
import { closeAddons } from './platform/processes/close-addons.ts';
import { linkToParent } from './platform/processes/parent-link.ts';
import { servePictures } from './services/files/serve-pictures.ts';

/*
 * The process of pictures: decodes what members sent, and nothing else. Its parent gives it the path of a socket and no other
 * setting: no database login, no folder of secrets. It ends with its parent.
 */
const [path = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit(1));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
if (!process.connected) process.exit(1);
const parent = linkToParent({
  onStop: () => process.exit(0),
  metrics: async () => await Promise.resolve(''),
});
await servePictures(path, IMAGE_BYTES_MAX, (why) => {
  process.stderr.write(`pictures: ${why}\n`);
  process.exit(3);
});
closeAddons();
parent.ready(undefined);
