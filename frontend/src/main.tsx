import { createRoot } from 'react-dom/client'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// Separate tasks: a single one blocks a phone for a fifth of a second.
void import('./app/store.js').then(() => import('./app/begin.js')).then(({ begin }) => begin(place, createRoot))
