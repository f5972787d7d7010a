import { createRoot } from 'react-dom/client'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// Separate chunks, and so separate tasks: in one, a phone would not respond for a fifth of a second.
void import('./app/store.js').then(() => import('./app/begin.js')).then(({ begin }) => begin(place, createRoot))
