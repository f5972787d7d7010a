import { createRoot } from 'react-dom/client'
import './styles/global.css'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// A file of its own, and so a task of its own: with the libraries in one, a phone would not answer for a fifth of a second.
void import('./app/begin.js').then(({ begin }) => begin(place, createRoot))
