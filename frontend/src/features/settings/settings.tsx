import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useOwnBansQuery } from '../../entities/bans/bans.js'
import { Competing } from '../../entities/competing/competing.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import type { SessionUser } from '../../entities/session/session-api.js'
import { useSession } from '../../entities/session/use-session.js'
import { useTitle } from '../../shared/browser/use-title.js'
import type { SettingsSection } from '../../shared/config/paths.js'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { SECTION_NAMES, SETTINGS } from '../../texts/settings.js'
import { AccountPanel } from './account-panel.js'
import { BlocksPanel } from './blocks-panel.js'
import { CameraPanel, SignInsPanel } from './devices-panel.js'
import { ItemsPanel } from './items-panel.js'
import { LimitsPanel } from './limits-panel.js'
import { MetPanel } from './met-panel.js'
import { NamesPanel } from './names-panel.js'
import { PurchaseNotice, PurchasesClosed, PurchasesPanel } from './purchases.js'
import { ReportsPanel } from './reports-panel.js'
import { SectionIndex } from './section-index.js'
import { sectionAt } from './sections.js'
import styles from './settings.module.css'
import { StandingPanel } from './standing-panel.js'
import { LegalLinks, SupportPanel } from './support-panel.js'

export default function Settings() {
  const { status, user } = useSession()
  const section = useSection()
  useTitle(user ? SETTINGS.sectionPage({ section: SECTION_NAMES[section] }) : SETTINGS.title)
  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title={SETTINGS.failed} />
  }
  return user ? <Sections user={user} current={section} /> : <SignedOut />
}

/** Stays where it is when a purchase leaves the address. */
function useSection(): SettingsSection {
  const location = useLocation()
  const [initial] = useState(() => sectionAt(location))
  return location.hash === '' ? initial : sectionAt(location)
}

/** The login returns to this address, which may hold a purchase. */
const SignedOut = () => (
  <EmptyState
    wholeScreen
    icon="user"
    title={SETTINGS.signedOut}
    action={
      <a className={buttonClass()} href={useLoginPath()}>
        {SETTINGS.logIn}
      </a>
    }
  >
    {SETTINGS.logInWhy}
  </EmptyState>
)

interface SectionsProps {
  user: SessionUser
  current: SettingsSection
}

function Sections({ user, current }: SectionsProps) {
  const { data: bans } = useOwnBansQuery()
  // Skips requests that would be refused; the banner explains.
  const closed = bans?.some(({ scope }) => scope === 'global' || scope === 'api') ?? false
  const [limitsChanged, setLimitsChanged] = useState(false)
  useTopOn(current)
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{SETTINGS.title}</h1>
      <SectionIndex current={current} unsaved={new Set(limitsChanged ? ['limits'] : [])} />
      <div className={styles.sections}>
        <Section id="profile" current={current}>
          <NamesPanel user={user} />
          <AccountPanel user={user} />
          {!closed && <Competing />}
        </Section>
        <Section id="limits" current={current}>
          <LimitsPanel onChanged={setLimitsChanged} />
        </Section>
        <Section id="devices" current={current}>
          <CameraPanel />
          <SignInsPanel />
        </Section>
        <Section id="purchases" current={current}>
          <PurchaseNotice />
          {closed ? (
            <PurchasesClosed />
          ) : (
            <>
              <ItemsPanel />
              <PurchasesPanel />
            </>
          )}
        </Section>
        <Section id="safety" current={current}>
          <MetPanel />
          <BlocksPanel />
          <ReportsPanel />
        </Section>
        <Section id="standing" current={current}>
          <StandingPanel />
        </Section>
        <Section id="support" current={current}>
          <SupportPanel />
          <LegalLinks />
        </Section>
      </div>
    </div>
  )
}

interface SectionProps {
  id: SettingsSection
  current: SettingsSection
  children: ReactNode
}

/** Loads when first shown, then keeps what was typed while another one shows. */
function Section({ id, current, children }: SectionProps) {
  const isCurrent = id === current
  const [opened, setOpened] = useState(isCurrent)
  if (isCurrent && !opened) setOpened(true)
  if (!opened) return null
  return (
    <div className={styles.section} hidden={!isCurrent}>
      {children}
    </div>
  )
}

/** Scrolls up when another section shows. Focus stays on the pressed link. */
function useTopOn(section: SettingsSection): void {
  const shown = useRef(section)
  useEffect(() => {
    if (shown.current === section) return
    shown.current = section
    window.scrollTo(0, 0)
  }, [section])
}
