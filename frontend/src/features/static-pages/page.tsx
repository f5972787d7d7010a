import type { ReactNode } from 'react'
import { useClientConfig } from '../../shared/api/client-config.js'
import { useTitle } from '../../shared/browser/use-title.js'
import styles from './page.module.css'

interface PageProps {
  title: string
  note?: string
  children: ReactNode
}

export const Page = ({ title, note, children }: PageProps) => {
  useTitle(title)
  return (
    <article className={styles.prose}>
      <h1>{title}</h1>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </article>
  )
}

/** The operator's address, or `children` if there is none. */
export const Contact = ({ children }: { children: ReactNode }) => {
  const address = useClientConfig()?.contactEmail
  return address ? <a href={`mailto:${address}`}>{address}</a> : children
}
