import type { AdminSession } from '@kla/proto/web'
import { useState } from 'react'
import { HelpDialog } from '../kit/keys/help-dialog.js'
import { ShortcutsProvider } from '../kit/keys/shortcuts-provider.js'
import { OfflineBar } from '../kit/states/offline-bar.js'
import { UndoProvider } from '../kit/undo/undo-provider.js'
import { Header } from './header.js'
import { Screens } from './router.js'
import { TabBar } from './tab-bar.js'
import { tabsFor } from './tabs.js'
import styles from './layout.module.css'

/** What stands around every screen. Another person's session starts with nothing of this one. */
export function Layout({ session }: { session: AdminSession }) {
  const [help, setHelp] = useState(false)
  const tabs = tabsFor((permission) => session.permissions.includes(permission))
  return (
    <ShortcutsProvider key={session.id}>
      <UndoProvider>
        <div className={styles.page}>
          <a className={styles.skip} href="#main">
            Skip to the content
          </a>
          <Header session={session} onHelp={() => setHelp(true)} />
          <TabBar tabs={tabs} />
          <OfflineBar />
          <main id="main" className={styles.main} tabIndex={-1}>
            <Screens tabs={tabs} />
          </main>
        </div>
        <HelpDialog open={help} onOpen={() => setHelp(true)} onClose={() => setHelp(false)} />
      </UndoProvider>
    </ShortcutsProvider>
  )
}
