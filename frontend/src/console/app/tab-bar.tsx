import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { NavLink, useLocation } from 'react-router'
import { selectToken } from '../session/session-slice.js'
import { announceTab } from './announce-tab.js'
import { announcesItself, type Tab } from './tabs.js'
import styles from './tab-bar.module.css'

export function TabBar({ tabs }: { tabs: readonly Tab[] }) {
  const token = useSelector(selectToken)
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <nav ref={bar} className={styles.bar} aria-label="Tabs">
      {tabs.map(({ slug, title }) => (
        <NavLink
          key={slug}
          to={`/${slug}`}
          className={styles.tab}
          onClick={() => announcesItself(slug) && token && announceTab(slug, token)}
        >
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
