import Button from '@mui/material/Button';
import CssBaseline from '@mui/material/CssBaseline';
import Typography from '@mui/material/Typography';

export default function App() {
  return (
    <>
      <CssBaseline />
      <Typography component="h1" variant="h4" sx={{ letterSpacing: '3px' }}>
        Material UI
      </Typography>
      <Button variant="contained">Hello world</Button>
    </>
  );
}
