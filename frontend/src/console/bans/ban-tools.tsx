import { BanForm } from '../banning/ban-form.js'
import { Fold } from '../kit/workbench/fold.js'
import { useMay } from '../session/use-may.js'
import { CheckActiveBan } from './check-active-ban.js'
import { LiftAll } from './lift-all.js'

/** What is done without a record at hand. */
export function BanTools({ onShow }: { onShow: (userId: number) => void }) {
  const may = useMay()
  return (
    <>
      {may('bans.set') && (
        <Fold title="Create Ban">
          <BanForm />
        </Fold>
      )}
      <Fold title="Check Active Ban">
        <CheckActiveBan onShow={onShow} />
      </Fold>
      {may('bans.lift') && (
        <Fold title="Quick Actions">
          <LiftAll />
        </Fold>
      )}
    </>
  )
}
