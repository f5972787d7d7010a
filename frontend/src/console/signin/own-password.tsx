import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { ChangePassword } from '../session/change-password.js'
import { useLeave } from '../session/use-leave.js'
import styles from './signin.module.css'

/** Whoever set this password knows it: a new one comes before everything else. */
export function OwnPassword({ name }: { name: string }) {
  useTitle('Choose a password of your own')
  const { leave, leaving } = useLeave()
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>Choose a password of your own</h1>
        <p>{name}, somebody else set the password you signed in with. The console opens once you have changed it.</p>
        <ChangePassword />
        <Button variant="quiet" busy={leaving} onClick={() => void leave()}>
          Sign out
        </Button>
      </div>
    </main>
  )
}
