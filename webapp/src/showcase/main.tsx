import '../styles/main.scss';
import '../styles/forms.scss';
import { createRoot } from 'react-dom/client';
import { prepareTexts } from '../app/texts';
import { Showcase } from './Showcase';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');

await prepareTexts();
createRoot(root).render(<Showcase />);
