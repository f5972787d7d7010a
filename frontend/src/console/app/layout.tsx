import type { AdminSession, Permission } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { NavLink, useLocation } from 'react-router'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { toastError } from '../../shared/ui/toast.js'
import { useDesk, useDeskChanges, useDutyRenewal, useOwnDuty, useSetDutyMutation } from '../entities/desk.js'
import { useLeave } from '../entities/session-api.js'
import { selectToken } from '../entities/session.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftsProvider, useDrafts } from '../kit/drafts.js'
import { counted } from '../kit/numbers.js'
import { HelpDialog, ShortcutsProvider } from '../kit/shortcuts-provider.js'
import { useOpening } from '../kit/shortcuts.js'
import { OfflineBar } from '../kit/states.js'
import { UndoButton, UndoProvider } from '../kit/undo.js'
import { VersionsProvider } from '../kit/versions.js'
import styles from './layout.module.css'
import { announceTab } from './paths.js'
import { PeopleSearch } from './people-search.js'
import { Screens } from './screens.js'
import { announcesItself, groupsOf, type Tab, tabsFor } from './tabs.js'
import { chooseTheme, readTheme, type Theme, THEMES } from './theme.js'

export function Layout({ session }: { session: AdminSession }) {
  const [help, setHelp] = useState(false)
  const [finding, setFinding] = useState(false)
  const may = (permission: Permission) => session.permissions.includes(permission)
  const tabs = tabsFor(may)
  return (
    <DraftsProvider key={session.id} administrator={session.id}>
      <ShortcutsProvider>
        <UndoProvider>
          <VersionsProvider>
            <div className={styles.page}>
              <a className={styles.skip} href="#main">
                Skip to the content
              </a>
              <Header
                session={session}
                onFind={may('members.read') ? () => setFinding(true) : null}
                onHelp={() => setHelp(true)}
              />
              <div className={styles.body}>
                <TabBar tabs={tabs} />
                <div className={styles.content}>
                  <OfflineBar />
                  <main id="main" className={styles.main} tabIndex={-1}>
                    <Screens tabs={tabs} person={may('members.read') || may('reports.read')} />
                  </main>
                </div>
              </div>
            </div>
            {may('members.read') && (
              <PeopleSearch open={finding} onOpen={() => setFinding(true)} onClose={() => setFinding(false)} />
            )}
            <HelpDialog open={help} onOpen={() => setHelp(true)} onClose={() => setHelp(false)} />
          </VersionsProvider>
        </UndoProvider>
      </ShortcutsProvider>
    </DraftsProvider>
  )
}

function TabBar({ tabs }: { tabs: readonly Tab[] }) {
  const token = useSelector(selectToken)
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const opening = useOpening()
  const { data: desk } = useDesk()
  useDeskChanges()
  useDutyRenewal()
  useEffect(() => {
    opening.isOpen()
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname, opening])

  return (
    <nav ref={bar} className={styles.bar} aria-label="Tabs">
      {groupsOf(tabs).map((group) => (
        <div key={group.title} className={styles.group} role="group" aria-label={group.title}>
          <p className={styles.groupTitle} aria-hidden="true">
            {group.title}
          </p>
          {group.tabs.map(({ slug, title, waiting }) => (
            <NavLink
              key={slug}
              to={`/${slug}`}
              className={classNames(styles.tab)}
              onClick={() => {
                if (pathname !== `/${slug}`) opening.begins()
                if (announcesItself(slug) && token) announceTab(slug, token)
              }}
            >
              {title}
              {waiting && desk && desk[waiting] > 0 && <span className={styles.number}>{desk[waiting]}</span>}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  )
}

interface HeaderProps {
  session: AdminSession
  onFind: (() => void) | null
  onHelp: () => void
}

function Header({ session, onFind, onHelp }: HeaderProps) {
  return (
    <header className={styles.header}>
      <p className={styles.brand}>
        <BrandMark size={20} /> Kla console
      </p>
      <UndoButton />
      {onFind && (
        <Button variant="quiet" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
          Find a person
        </Button>
      )}
      <Button variant="quiet" aria-keyshortcuts="?" onClick={onHelp}>
        Keys
      </Button>
      <ThemeChoice />
      <p className={styles.who}>
        {session.name} <span className={styles.role}>{session.role}</span>
      </p>
      <SignOut />
    </header>
  )
}

function SignOut() {
  const { leave, leaving } = useLeave()
  const drafts = useDrafts()
  const onDuty = useOwnDuty() !== undefined
  const [setDuty] = useSetDutyMutation()
  const [asking, setAsking] = useState(false)
  const carryOut = async () => {
    if (onDuty && (await setDuty({ on: false })).error) {
      toastError("We couldn't end your duty. It ends automatically within half an hour.")
    }
    drafts.discardAll()
    await leave()
  }
  const discards = drafts.count > 0
  const confirm = onDuty ? `End my duty${discards ? ', discard' : ''} and sign out` : 'Discard and sign out'
  return (
    <>
      <Button variant="quiet" busy={leaving} onClick={() => (onDuty || discards ? setAsking(true) : void leave())}>
        Sign out
      </Button>
      {asking && (
        <ConfirmDialog
          title={discards ? 'Sign out and discard what you typed?' : 'Sign out and end your duty?'}
          confirm={confirm}
          onConfirm={carryOut}
          onClose={() => setAsking(false)}
        >
          {onDuty && <p>You&apos;re on duty. Signing out ends your duty.</p>}
          {discards && <p>{counted(drafts.count, 'field')} with unsent text. Signing out erases it.</p>}
        </ConfirmDialog>
      )}
    </>
  )
}

const WORDS: Readonly<Record<Theme, string>> = { system: 'System theme', dark: 'Dark theme', light: 'Light theme' }

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <select
      className={styles.theme}
      aria-label="Theme"
      value={theme}
      onChange={(event) => choose(THEMES.find((known) => known === event.target.value) ?? 'system')}
    >
      {THEMES.map((known) => (
        <option key={known} value={known}>
          {WORDS[known]}
        </option>
      ))}
    </select>
  )
}
