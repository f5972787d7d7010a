import { useEffect, useRef } from 'react'
import { useTitle } from '../../../shared/browser/use-title.js'
import styles from './exit-page.module.css'

/** Title that takes the focus, so that it is read first. */
export function ExitTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useTitle(children.replace(/\.$/, ''))
  useEffect(() => title.current?.focus(), [])
  return (
    <h1 ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  )
}
