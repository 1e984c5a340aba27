# A reducer host whose every word is hostile. It reads no JSON but what it needs of the lines it is
# sent, and passes texts on as they stand there, so that they are raw wherever JSON allows it.
#
# The reducer: {"set": TEXT, "n": N} makes TEXT the last of the state and one of its texts.
# The first argument says how it goes wrong, the second is a hostile text.
use strict;
use warnings;
$| = 1;

my ($manner, $text) = @ARGV;
my $json = $text;
$json =~ s/(["\\])/\\$1/g;
$json =~ s/([\x00-\x1f])/sprintf('\\u%04x', ord $1)/ge;
$json = "\"$json\"";

sub say_line { print "$_[0]\n" }
sub mutter { print STDERR "$text\n" }

# Whether the fifth action is not reduced.
sub fails {
  my ($n) = @_;
  return 0 if $n != 5;
  if ($manner eq 'die') { mutter(); exit 3 }
  if ($manner eq 'kill') { mutter(); kill 'KILL', $$ }
  if ($manner eq 'junk') { say_line($text); exit 0 }
  if ($manner eq 'kind') { say_line("{\"kind\":$json,$json:$json}"); exit 0 }
  my $reason = { refuse => '"unknown-action"', reason => $json }->{$manner} or return 0;
  say_line("{\"kind\":\"error\",\"n\":$n,\"reason\":$reason,\"message\":$json}");
  return 1;
}

mutter() if $manner eq 'mutter';
if ($manner eq 'start') { mutter(); exit 4 }
while (my $line = <STDIN>) {
  my ($kind, $n) = $line =~ /^\{"kind":"(\w+)"(?:,"n":(\d+))?/ or next;
  if ($kind eq 'session') {
    if ($manner eq 'store') {
      say_line("{\"kind\":\"error\",\"reason\":\"wrong-store\",\"message\":$json}");
      exit 1;
    }
    my $migrates = $manner eq 'migrate' ? ",\"migrates\":[$json]" : '';
    say_line("{\"kind\":\"session\",\"format\":\"hindsight-session\",\"version\":1,\"id\":$json,"
      . "\"started\":$json,\"store\":$json,\"stateType\":$json,\"actionType\":$json$migrates}");
  } elsif ($kind eq 'action') {
    if ($line =~ /"action":\{"fatal"/) { mutter(); kill 'ILL', $$ }
    next if fails($n);
    my $set = $line =~ /"set":("(?:[^"\\]|\\.)*")/ ? $1 : $json;
    my $value = $line =~ /,"n":(\d+)\}/ ? $1 : 0;
    my $last = $manner eq 'drift' && $n == 5 ? $json : $set;
    (my $path = $set) =~ s/~/~0/g;
    $path =~ s/\//~1/g;
    my $more = $n == 63 || $manner eq 'throw' && $n == 5 ? ",\"threw\":$json" : '';
    $more .= ",\"migrated\":[$json]" if $manner eq 'migrate' && $n == 5;
    say_line("{\"kind\":\"input\",\"n\":$n,\"is\":$json,\"value\":$json,\"fresh\":true}")
      if $manner eq 'draw' && $n == 5;
    say_line("{\"kind\":\"state\",\"n\":$n,\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":$value},"
      . "{\"op\":\"replace\",\"path\":\"/last\",\"value\":$last},"
      . "{\"op\":\"add\",\"path\":\"/texts/" . substr($path, 1) . ",\"value\":$set}]$more}");
  } elsif ($kind eq 'reset' || $kind eq 'state' && $line =~ /^\{"kind":"state","n":\d+,"state":/) {
    $line =~ s/^\{"kind":"reset"/{"kind":"state"/;
    $line =~ s/,"crc":"\w+"\}$/}/;
    print $line;
  } elsif ($kind eq 'hold' || $kind eq 'back') {
    say_line("{\"kind\":\"error\",\"reason\":\"not-held\",\"message\":$json}");
  }
}
