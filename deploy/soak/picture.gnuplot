# Draws the figures of a run: gnuplot -c picture.gnuplot FIGURES.csv PICTURE.svg
set terminal svg size 720,600 font "sans-serif,11" background "white"
set output ARG2
set datafile separator comma
set datafile columnheaders
set multiplot layout 4,1 margins 0.07,0.98,0.08,0.95 spacing 0,0.09
set border 3 lc rgb "#888888"
set tics nomirror scale 0.5
set xrange [0:*] noextend
set yrange [0:*]
# Restarts are lines from the bottom to the top, whatever the other axis has.
set y2range [0:1]
unset y2tics
set key at graph 1,1.2 right top horizontal samplen 1
set title offset 0,-0.4

minutes(seconds) = seconds / 60
restart(count) = count > 0 ? 1 : NaN
set linetype 1 lc rgb "#2563a8"
set linetype 2 lc rgb "#b33a3a"
set linetype 3 lc rgb "#e8a33d" dashtype 3

set title "memory, MB"
plot ARG1 using (minutes(column("seconds"))):(restart(column("restarts"))) axes x1y2 with impulses lt 3 notitle, \
    "" using (minutes(column("seconds"))):(column("memory") / 1e6) with lines lt 1 notitle
set title "file descriptors"
plot ARG1 using (minutes(column("seconds"))):(restart(column("restarts"))) axes x1y2 with impulses lt 3 notitle, \
    "" using (minutes(column("seconds"))):(column("descriptors")) with lines lt 1 notitle
set title "order to answer, ms"
plot ARG1 using (minutes(column("seconds"))):(restart(column("restarts"))) axes x1y2 with impulses lt 3 notitle, \
    "" using (minutes(column("seconds"))):(column("median") * 1e3) with lines lt 1 title "median", \
    "" using (minutes(column("seconds"))):(column("tail") * 1e3) with lines lt 2 title "99 of 100"
set title "% of a core"
set xlabel "minutes; dashed: the broker is restarted" offset 0,0.5
plot ARG1 using (minutes(column("seconds"))):(restart(column("restarts"))) axes x1y2 with impulses lt 3 notitle, \
    "" using (minutes(column("seconds"))):(column("core") * 100) with lines lt 1 notitle
