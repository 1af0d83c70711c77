import Button from '@mui/material/Button';
import ScopedCssBaseline from '@mui/material/ScopedCssBaseline';
import Typography from '@mui/material/Typography';

export default function App() {
  return (
    <ScopedCssBaseline>
      <Typography component="h1" variant="h4" sx={{ letterSpacing: '3px' }}>
        Material UI
      </Typography>
      <Button variant="contained">Hello world</Button>
    </ScopedCssBaseline>
  );
}
