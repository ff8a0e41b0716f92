"""A Slurm of one node on this machine: munged, slurmctld and slurmd in a folder of their own, on free ports.

Needs root and Debian's packages munge, slurmctld, slurmd and slurm-client; touches nothing of a Slurm that
is configured here.
"""
import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "scancel")
CONFIGURATION = """\
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmctldParameters=enable_configless
SlurmdParameters=config_overrides
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobRequeue=1
KillWait=5
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def is_possible():
    """Whether the packages are here and may be used."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return os.geteuid() == 0 and all(shutil.which(name, path=path) for name in PROGRAMS)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class LoopbackSlurm:
    """Runs while it is open; `environment` leads its commands to it."""

    def __init__(self, folder, processors=4):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        self.environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin",
                            "SLURM_CONF": str(self.folder / "slurm.conf")}
        for name in ("state", "spool"):
            (self.folder / name).mkdir(exist_ok=True)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], folder=self.folder, processors=processors,
            controller_port=free_port(), node_port=free_port()))
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self.daemons = []

    def start(self, *command):
        self.daemons.append(subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def __enter__(self):
        place = self.folder
        self.start("munged", "--foreground", "--force", f"--key-file={place}/munge.key",
                   f"--socket={place}/munge.socket", f"--pid-file={place}/munge.pid",
                   f"--log-file={place}/munge.log", f"--seed-file={place}/munge.seed")
        self.wait("munged", lambda: (place / "munge.socket").exists())
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")
        self.wait("its node", lambda: "idle" in self.run("sinfo", "-h", "-o", "%T"))
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def run(self, *command):
        """What a command of Slurm prints."""
        return subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              timeout=60, check=False).stdout

    def wait(self, what, condition, seconds=120):
        """Until condition() holds. Raises TimeoutError with the ends of the logs."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.2)
        logs = "\n".join(f"{log}:\n{log.read_text(errors='replace')[-1500:]}"
                         for log in sorted(self.folder.glob("*.log")))
        raise TimeoutError(f"no {what} after {seconds} s\n{self.run('squeue')}\n{logs}")
