import { useDispatch, useSelector } from 'react-redux'
import { useTitle } from '../../shared/browser/use-title.js'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { selectExpired, signedIn } from '../entities/session.js'
import { SignInForm } from './sign-in-form.js'
import styles from './sign-in.module.css'

/** Full-page sign-in with nothing waiting behind it. */
export function SignIn() {
  useTitle('Sign in')
  const dispatch = useDispatch()
  const expired = useSelector(selectExpired)
  const enter = (token: string) => {
    dispatch(signedIn(token))
    return null
  }
  return (
    <main className={styles.page}>
      <div className={styles.form}>
        <h1 className={styles.title}>
          <BrandMark size={24} /> Kla console
        </h1>
        {expired && <p role="status">Your session has ended. Sign in to continue where you were.</p>}
        <SignInForm onToken={enter} />
      </div>
    </main>
  )
}
