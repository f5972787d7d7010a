import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { withstandForeignNodes } from '../shared/browser/foreign-nodes.js'
import { App } from './app/app.js'
import { followTheme } from './app/theme.js'
import { watchUse } from './kit/last-use.js'
import '../styles/global.css'
import './styles/tokens.css'
import './styles/console.css'

const root = document.getElementById('root')
if (!root) throw new Error('console.html has no #root')

withstandForeignNodes()
followTheme()
watchUse()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
