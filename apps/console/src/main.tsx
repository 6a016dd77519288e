import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { followTranslation } from '@candor/ui/translated-nodes';
import { App } from './app/app.tsx';
import { showLanguage } from './lib/i18n.tsx';
import { language } from './lib/language.ts';
import { startLocation } from './lib/location.ts';
import { watchAttention } from './services/session/attention.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

followTranslation();
startLocation();
watchAttention();
// Without its texts the console still starts: an operator can read keys better than an empty page.
void showLanguage(language.get())
  .catch(() => undefined)
  .then(() => root.render(<App />));
