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

export const Contact = () => {
  const address = useClientConfig()?.contactEmail
  return address ? (
    <a href={`mailto:${address}`}>{address}</a>
  ) : (
    <>the e-mail address provided by the operator of this site</>
  )
}
