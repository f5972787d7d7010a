import { Outlet, ScrollRestoration } from 'react-router'
import { Toaster } from '../components/ui/toaster.js'

/** What stands around every screen. */
export const Shell = () => (
  <>
    <main id="main">
      <Outlet />
    </main>
    <Toaster />
    <ScrollRestoration />
  </>
)
