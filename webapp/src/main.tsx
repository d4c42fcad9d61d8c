import './styles/main.scss';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { prepareTexts } from './app/texts';

const root = document.getElementById('root');
if (!root) throw new Error('no root');

await prepareTexts();
createRoot(root).render(<App />);
