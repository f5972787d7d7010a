export default function Bans() { return <h1>Ban Management</h1> }
