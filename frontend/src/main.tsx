import { createRoot } from 'react-dom/client'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// Files of their own, and so tasks of their own: in one, a phone would not answer for a fifth of a second.
void import('./app/store.js')
  .then(() => import('./app/begin.js'))
  .then(({ begin }) => begin(place, createRoot))
