/* The component page of development: every component of this package in its states. */

import { createRoot } from 'react-dom/client';
import '../page.css';
import { ComponentPage } from './component-page.tsx';

const container = document.getElementById('components');
if (!container) throw new Error('index.html has no #components');
createRoot(container).render(<ComponentPage />);
