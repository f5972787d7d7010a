import { useState } from 'react'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  src: string | null
  size?: number
}

export const Avatar = ({ name, src, size = 36 }: AvatarProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.45 }} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={src} alt="" width={size} height={size} onError={() => setFailedSrc(src)} />
      ) : (
        name.trim().charAt(0).toUpperCase()
      )}
    </span>
  )
}
