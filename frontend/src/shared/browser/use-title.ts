import { useEffect } from 'react'
import { SITE_NAME } from '../config/site.js'

/** Names the screen in the browser's tab, and to a screen reader. */
export const useTitle = (title?: string) => {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE_NAME}` : SITE_NAME
  }, [title])
}
