export const GameroomRoute = () => <h1>Battle</h1>
