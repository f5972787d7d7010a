import { useEffect } from 'react'
import { SITE_NAME } from '../config/site.js'

export const useTitle = (title?: string) => {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE_NAME}` : SITE_NAME
  }, [title])
}
